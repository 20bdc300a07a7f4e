/**
 * Turns touched targets into plies, for every game.
 *
 * A ply is named by a path of targets. Complete paths become staged plies, which the server knows only as a question:
 * after each, it is asked what may be touched next. Nothing is played before Send.
 */

import type { Choices, Option } from '../protocol';

/** What may be touched after these staged plies? */
export type Ask = (plies: string[]) => Promise<Choices>;

/** What a touch led to: `none` when the target leads nowhere, which deserves a reason. */
export type Touch = 'chosen' | 'back' | 'none' | 'ignored';

interface Staged {
  ply: string;
  path: readonly string[];
  /** All plies with this path, each a turn of the others. */
  turns: readonly string[];
}

export class Interaction {
  /** The path begun for the next ply. */
  path = $state.raw<readonly string[]>([]);
  #staged = $state.raw<readonly Staged[]>([]);
  /** Answers by number of staged plies; a missing one is on its way, or out of date and to be asked for again. */
  #answers = $state.raw<readonly (Choices | undefined)[]>([]);
  /** The newest answer, also while the next is on its way: what the board shows. */
  shown = $state.raw<Choices>();
  #question = 0;
  /** While a touch waits for its answer, and those after it for theirs. */
  #touches: Promise<void> | undefined;
  /** The newest question. */
  #asked: Promise<void> | undefined;
  /** Counts what makes touches that still wait void. */
  #taken = 0;
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** The plies staged so far. */
  readonly plies = $derived(this.#staged.map((s) => s.ply));
  /** The answer in force, or `undefined` while it is asked for or nobody here may act. */
  readonly known = $derived(this.#answers[this.#staged.length]);
  readonly #open = $derived.by(() => {
    const { path } = this;
    return this.#options.filter((o) => path.every((target, i) => o.path[i] === target));
  });
  /** What may be touched now. */
  readonly targets: ReadonlySet<string> = $derived(new Set(this.#open.flatMap((o) => o.path[this.path.length] ?? [])));
  /** What is chosen: the path begun, and the paths of the staged plies. */
  readonly chosen: ReadonlySet<string> = $derived(new Set([...this.#staged.flatMap((s) => s.path), ...this.path]));
  /** What may be touched instead of something staged: the turn is composed anew from there. */
  readonly others: ReadonlySet<string> = $derived.by(() => {
    const earlier = this.#answers.slice(0, this.#staged.length);
    const first = earlier.flatMap((answer) => answer?.options.flatMap((o) => o.path[0] ?? []) ?? []);
    return new Set(first.filter((target) => !this.targets.has(target) && !this.chosen.has(target)));
  });
  /** Can what was staged last be turned? */
  readonly canTurn = $derived(this.path.length === 0 && (this.#staged.at(-1)?.turns.length ?? 0) > 1);
  readonly complete = $derived(this.path.length === 0 && this.known?.complete === true);
  readonly canBack = $derived(this.path.length > 0 || this.#staged.length > 0);
  /** The instruction: that of the path begun, if it has one. */
  readonly prompt = $derived(this.shown?.prompts?.[this.path.join(' ')] ?? this.shown?.prompt);

  get #options(): readonly Option[] {
    return this.known?.options ?? [];
  }

  /** Begin a turn: nothing staged, first choices asked for. */
  async start(): Promise<void> {
    this.stop();
    await this.#answer();
  }

  /** Forget everything; nothing may be touched. */
  stop(): void {
    this.#question++;
    this.#taken++;
    this.path = [];
    this.#staged = [];
    this.#answers = [];
    this.shown = undefined;
  }

  /** The position has changed: ask again what may follow what is staged. Throws the server's refusal if that is not possible any more. */
  async renew(): Promise<void> {
    this.#answers = [];
    await this.#answer();
    if (!this.#open.length) this.path = [];
  }

  /** Touch a target. A touch that comes before the last one has been answered waits for that; Back forgets it. */
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

  /** Turn what was staged last: the next ply with the same path takes its place. */
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

  /** Touching what a staged ply chose turns that ply or takes it back; what came after it stays where it can do without. */
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

  /** Touching what might have been touched earlier composes the turn anew from there. */
  async #instead(target: string): Promise<Touch> {
    const earlier = this.#answers.slice(0, this.#staged.length);
    const at = earlier.findLastIndex((answer) => answer?.options.some((o) => o.path[0] === target));
    if (at < 0) return this.#options.length ? 'none' : 'ignored';
    // What is shown stays until the new answer comes, unless the way there is longer.
    this.#staged = this.#staged.slice(0, at);
    this.#answers = this.#answers.slice(0, at + 1);
    const touch = await this.#choose(target);
    if (this.path.length) this.shown = this.known;
    return touch;
  }

  #indexOf(target: string): number {
    return this.#staged.findLastIndex((s) => s.path.includes(target));
  }

  /** Stage the ply that `target` names at a place among those staged. Tells whether there is one. */
  async insert(target: string, at: number): Promise<boolean> {
    const option = this.#begin.find((o) => o.path.length === 1 && o.path[0] === target);
    if (!option || this.#staged.some((s) => s.ply === option.ply)) return false;
    await this.#arrange(this.#staged.toSpliced(at, 0, { ...option, turns: [option.ply] }));
    return true;
  }

  /** Put a staged ply at another place among those staged. */
  async move(from: number, to: number): Promise<void> {
    const others = this.#staged.filter((_, i) => i !== from);
    if (this.#staged[from] && from !== to) await this.#arrange([...others.slice(0, to), this.#staged[from], ...others.slice(to)]);
  }

  /** Take one staged ply back; those after it stay. */
  async remove(at: number): Promise<void> {
    await this.#arrange(this.#staged.filter((_, i) => i !== at));
  }

  /** What could be touched when nothing was staged. */
  get #begin(): readonly Option[] {
    return this.#answers[0]?.options ?? [];
  }

  /** Stage these plies instead; if they are refused, nothing changes. */
  async #arrange(staged: readonly Staged[]): Promise<void> {
    const [plies, answers, shown] = [this.#staged, this.#answers, this.shown];
    this.path = [];
    this.#staged = staged;
    this.#answers = answers.slice(0, 1);
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
    this.path = [];
    this.#staged = [...before, { ply, path, turns: same.map((o) => o.ply) }];
    try {
      await this.#answer();
    } catch (refusal) {
      if (this.#staged.length === before.length + 1) await this.#unwind(before.length);
      throw refusal;
    }
  }

  /** Ask what may be touched next; touches wait for it. */
  #answer(): Promise<void> {
    const asked = this.#inquire();
    this.#asked = asked.catch(() => undefined);
    return asked;
  }

  /** By the time of an answer or a refusal another question may count. */
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
