/**
 * Turns touched targets into plies, for every game.
 *
 * A path of targets names a ply. Complete paths become staged plies: after each, the client asks the server for the next
 * targets. Nothing is played before Send.
 */

import type { Choices, Option, Piece } from '../protocol';

/** Ask for the targets after these staged plies. */
export type Ask = (plies: string[]) => Promise<Choices>;

/** The effect of a touch. `none`: the target leads nowhere, so the caller asks for the reason. */
export type Touch = 'chosen' | 'back' | 'none' | 'ignored';

export interface Staged {
  ply: string;
  path: readonly string[];
  /** All plies with this path: the orientations of the piece. */
  turns: readonly string[];
}

export class Interaction {
  /** The targets touched so far for the next ply. */
  path = $state.raw<readonly string[]>([]);
  #staged = $state.raw<readonly Staged[]>([]);
  /** Answers by number of staged plies. A missing one is on its way, or was not needed. */
  #answers = $state.raw<readonly (Choices | undefined)[]>([]);
  /** Answers from before the last change of the position. They still say where a touch may lead; they are asked for again when it leads there. */
  readonly #outdated = new WeakSet<Choices>();
  /** The newest answer, which the board shows until the next one comes. */
  shown = $state.raw<Choices>();
  /** The target under the pointer, or with the focus. */
  pointed = $state<string>();
  #question = 0;
  /** Settles when all touches so far have been answered. */
  #touches: Promise<void> | undefined;
  /** Settles when the newest question has been answered. */
  #asked: Promise<void> | undefined;
  /** Incremented by everything that cancels waiting touches. */
  #taken = 0;
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** The plies staged so far. */
  readonly plies = $derived(this.#staged.map((s) => s.ply));
  /** The current answer, or `undefined` while it is on its way or no seat here may act. */
  readonly known = $derived.by(() => {
    const answer = this.#answers[this.#staged.length];
    return answer && !this.#outdated.has(answer) ? answer : undefined;
  });
  readonly #open = $derived.by(() => {
    const { path } = this;
    return this.#options.filter((o) => path.every((target, i) => o.path[i] === target));
  });
  /** The targets that may be touched now. */
  readonly targets: ReadonlySet<string> = $derived(new Set([...this.#open.flatMap((o) => o.path[this.path.length] ?? []), ...Object.keys(this.#removes)]));
  /** Targets after which the path of a ply goes on, like the first end of a bridge. */
  readonly begins: ReadonlySet<string> = $derived(new Set(this.#open.flatMap((o) => (o.path.length > this.path.length + 1 ? (o.path[this.path.length] ?? []) : []))));
  /** The targets of the begun path and of the staged plies. */
  readonly chosen: ReadonlySet<string> = $derived(new Set([...this.#staged.flatMap((s) => s.path), ...this.path]));
  /** Targets that replace a staged ply: the turn is composed again from there. */
  readonly others: ReadonlySet<string> = $derived.by(() => {
    const earlier = this.#answers.slice(0, this.#staged.length);
    const first = earlier.flatMap((answer) => answer?.options.flatMap((o) => o.path[0] ?? []) ?? []);
    return new Set(first.filter((target) => !this.targets.has(target) && !this.chosen.has(target)));
  });
  /** What touching the pointed target would put down, where that ends a path (a plank held over a gap). */
  readonly hint: readonly Piece[] = $derived.by(() => {
    const length = this.path.length;
    if (!length || !this.pointed) return [];
    return this.#open.find((o) => o.path.length === length + 1 && o.path[length] === this.pointed)?.put ?? [];
  });
  /** Can the last staged piece be turned? */
  readonly canTurn = $derived(this.path.length === 0 && (this.#staged.at(-1)?.turns.length ?? 0) > 1);
  readonly complete = $derived(this.path.length === 0 && this.known?.complete === true);
  /** The staged turn is complete, cannot be turned, and sending it reveals nothing and draws nothing. */
  readonly certain = $derived(this.complete && this.known?.certain === true && !this.canTurn);
  /** Only one ply is legal, and nothing is staged. */
  readonly forced = $derived(!this.#staged.length && new Set(this.#options.map((o) => o.ply)).size === 1);
  readonly canBack = $derived(this.path.length > 0 || this.#staged.length > 0);
  /** The instruction, for the begun path if it has its own. */
  readonly prompt = $derived(this.shown?.prompts?.[this.path.join(' ')] ?? this.shown?.prompt);

  /** The staged plies with their paths, to be staged again later. */
  get staged(): readonly Staged[] {
    return this.#staged;
  }

  /** The answers from which the staged plies were chosen; `null` for those that are not known. */
  get answers(): readonly (Choices | null)[] {
    return this.#staged.map((_, i) => this.#answers[i] ?? null);
  }

  get #options(): readonly Option[] {
    return this.known?.options ?? [];
  }

  /** Targets that remove a staged ply, unless a path has been begun. */
  get #removes(): Readonly<Record<string, string>> {
    return (!this.path.length && this.known?.removes) || {};
  }

  /** Begin a turn: clear the staged plies and ask for the first targets. */
  async start(): Promise<void> {
    this.stop();
    await this.#answer();
  }

  /** Clear everything; nothing may be touched. */
  stop(): void {
    this.#question++;
    this.#taken++;
    this.path = [];
    this.#staged = [];
    this.#answers = [];
    this.shown = undefined;
  }

  /** After a change of the position: ask again what may follow the staged plies. Throws the server's refusal if they have become illegal. */
  async renew(): Promise<void> {
    this.#answers = this.#answers.slice(0, this.#staged.length);
    for (const answer of this.#answers) if (answer) this.#outdated.add(answer);
    await this.#answer();
    if (!this.#open.length) this.path = [];
  }

  /** Touch a target. A touch waits until earlier touches have been answered; Back cancels it. */
  choose(target: string): Promise<Touch> {
    const since = this.#taken;
    const later = () => (since === this.#taken ? this.#choose(target) : 'ignored');
    const touch = this.#touches?.then(later) ?? this.#choose(target);
    const answered = touch.then(
      () => undefined,
      () => undefined,
    );
    this.#touches = answered;
    void answered.then(() => {
      if (this.#touches === answered) this.#touches = undefined;
    });
    return touch;
  }

  async #choose(target: string): Promise<Touch> {
    if (!this.known) await this.#asked;
    if (!this.known) return 'ignored';
    const removed = this.#staged.findLastIndex((staged) => staged.ply === this.#removes[target]);
    if (removed >= 0) {
      await this.remove(removed);
      return 'back';
    }
    if (this.path.at(-1) === target) return await this.#undo();
    if (!this.targets.has(target)) {
      if (this.path.length && this.#options.some((o) => o.path[0] === target)) this.path = [];
      else return await this.#touchAgain(target);
    }
    this.path = [...this.path, target];
    const done = this.#open.find((o) => o.path.length === this.path.length);
    if (done) await this.#stage(done.ply, done.path);
    return 'chosen';
  }

  /** Wait until all touches so far and the newest question have been answered. */
  async answered(): Promise<void> {
    await this.#touches;
    await this.#asked;
  }

  /** Turn the last staged piece: the next ply with the same path replaces it. */
  async turn(): Promise<void> {
    const last = this.#staged.at(-1);
    if (!last || !this.canTurn || !this.known) return;
    const ply = last.turns[(last.turns.indexOf(last.ply) + 1) % last.turns.length]!;
    this.#staged = [...this.#staged.slice(0, -1), { ...last, ply }];
    this.#answers = this.#answers.slice(0, this.#staged.length);
    await this.#answer();
  }

  /**
   * Stage plies written in the game's notation, after those staged or, when these are complete, in their place.
   * Tells whether it did; it does not while the answer to a staged ply is on its way. Throws the server's refusal of the first ply
   * that is not possible.
   */
  async type(text: string): Promise<boolean> {
    if (!this.#staged.length) await this.#asked;
    if (!this.known) return false;
    this.path = [];
    if (this.complete) await this.#unwind(0);
    for (const word of text.trim().split(/[\s,]+/)) {
      const option = this.#options.find((o) => o.ply.toLowerCase() === word.toLowerCase());
      await this.#stage(option?.ply ?? word, option?.path ?? []);
    }
    return true;
  }

  /** Take back the last touch: the path first, then the staged plies one by one. */
  async back(): Promise<void> {
    this.#taken++;
    await this.#undo();
  }

  async #undo(): Promise<Touch> {
    if (this.path.length) this.path = this.path.slice(0, -1);
    else if (this.#staged.length) await this.#unwind(this.#staged.length - 1);
    return 'back';
  }

  /** Touching a target of a staged ply turns its piece or removes the ply; later plies stay if they are legal without it. */
  async #touchAgain(target: string): Promise<Touch> {
    const at = this.#indexOf(target);
    if (at < 0) return await this.#instead(target);
    if (at === this.#staged.length - 1 && this.canTurn) {
      await this.turn();
      return 'chosen';
    }
    try {
      await this.remove(at);
    } catch {
      await this.#unwind(at);
    }
    return 'back';
  }

  /** Touching a target of an earlier step composes the turn again from there. */
  async #instead(target: string): Promise<Touch> {
    const earlier = this.#answers.slice(0, this.#staged.length);
    const at = earlier.findLastIndex((answer) => answer?.options.some((o) => o.path[0] === target));
    if (at < 0) return this.#options.length ? 'none' : 'ignored';
    if (this.#outdated.has(this.#answers[at]!)) return (await this.#renewStep(at)) ? await this.#instead(target) : 'ignored';
    // What is shown stays until the new answer comes, unless the way there is longer.
    this.#staged = this.#staged.slice(0, at);
    this.#answers = this.#answers.slice(0, at + 1);
    const touch = await this.#choose(target);
    if (this.path.length) this.shown = this.known;
    return touch;
  }

  /** Ask again what may follow the first `length` staged plies. Tells whether nothing else was asked meanwhile. */
  async #renewStep(length: number): Promise<boolean> {
    const question = this.#question;
    const choices = await this.#ask(this.plies.slice(0, length));
    if (question !== this.#question) return false;
    this.#answers = this.#answers.with(length, choices);
    return true;
  }

  #indexOf(target: string): number {
    return this.#staged.findLastIndex((s) => s.path.includes(target));
  }

  /** Stage these plies, chosen from these `earlier` answers, in place of all staged ones. If the server refuses them, nothing changes. */
  async restore(staged: readonly Staged[], earlier: Interaction['answers'] = []): Promise<void> {
    const [plies, answers, shown] = [this.#staged, this.#answers, this.shown];
    this.path = [];
    this.#staged = staged;
    this.#answers = [answers[0], ...earlier.slice(1).map((answer) => answer ?? undefined)];
    for (const answer of this.#answers.slice(1)) if (answer) this.#outdated.add(answer);
    try {
      await this.#answer();
    } catch (refusal) {
      if (this.#staged === staged) {
        this.#staged = plies;
        this.#answers = answers;
        this.shown = shown;
      }
      throw refusal;
    }
  }

  /** Insert the ply of `target` among the staged plies. Tells whether there is such a ply. */
  async insert(target: string, at: number): Promise<boolean> {
    const option = this.#begin.find((o) => o.path.length === 1 && o.path[0] === target);
    if (!option || this.#staged.some((s) => s.ply === option.ply)) return false;
    await this.restore(this.#staged.toSpliced(at, 0, { ...option, turns: [option.ply] }));
    return true;
  }

  /** Move a staged ply to another place. */
  async move(from: number, to: number): Promise<void> {
    const others = this.#staged.filter((_, i) => i !== from);
    if (this.#staged[from] && from !== to) await this.restore([...others.slice(0, to), this.#staged[from], ...others.slice(to)]);
  }

  /** Remove one staged ply and keep those after it. */
  async remove(at: number): Promise<void> {
    await this.restore(this.#staged.filter((_, i) => i !== at));
  }

  /** The options at the beginning of the turn. */
  get #begin(): readonly Option[] {
    return this.#answers[0]?.options ?? [];
  }

  async #unwind(length: number): Promise<void> {
    this.#question++;
    this.path = [];
    this.#staged = this.#staged.slice(0, length);
    this.#answers = this.#answers.slice(0, length + 1);
    if (this.known) this.shown = this.known;
    else await this.#answer();
  }

  async #stage(ply: string, path: readonly string[]): Promise<void> {
    const before = this.#staged;
    const same = this.#options.filter((o) => o.path.length && o.path.join(' ') === path.join(' '));
    const put = same.find((o) => o.ply === ply)?.put ?? [];
    this.path = [];
    this.#staged = [...before, { ply, path, turns: same.map((o) => o.ply) }];
    // The server's answer replaces this, a refusal removes it.
    if (put.length && this.shown) this.shown = { ...this.shown, put: [...(this.shown.put ?? []), ...put] };
    try {
      await this.#answer();
    } catch (refusal) {
      if (this.#staged.length === before.length + 1) await this.#unwind(before.length);
      throw refusal;
    }
  }

  /** Ask for the next targets; touches wait for the answer. */
  #answer(): Promise<void> {
    const asked = this.#inquire();
    this.#asked = asked.catch(() => undefined);
    return asked;
  }

  /** Ignore an answer or a refusal if a newer question has been asked meanwhile. */
  async #inquire(): Promise<void> {
    const question = ++this.#question;
    const length = this.#staged.length;
    let choices: Choices;
    try {
      choices = await this.#ask([...this.plies]);
    } catch (refusal) {
      if (question === this.#question) throw refusal;
      return;
    }
    if (question !== this.#question) return;
    const answers = this.#answers.slice(0, length);
    answers[length] = choices;
    this.#answers = answers;
    this.shown = choices;
  }
}
