/** The line of a lesson or a puzzle: each request brings all that the learner has played, so the server stores nothing. */

import { local } from '../addresses';
import { BrowserSearches } from '../browserSearches';
import { LostError, newKey, RefusedError, type AnswerOf, type Question, type Submission, type WithoutKey, type WithoutNumber } from '../exchange';
import { exerciseMessage, patiently, Refusal, refutationOrders, refute } from '../http';
import type { Line, Listener } from '../line';
import type { Ack, LessonMessage, LessonResult, RefutationAnswer, Searched, ServerMessage, Update } from '../protocol';

export class LessonLine implements Line {
  readonly searches = false; // a puzzle has none, a lesson its own
  readonly #address: string;
  readonly #listener: Listener;
  readonly #judged: (result: LessonResult, plies: string[]) => void;
  readonly #searches: BrowserSearches;
  readonly #outdated: () => void;
  /** The right submissions so far: another list after each answer, so that answers to an earlier state of the attempt are noticed. */
  played: string[][];
  #greeted = Promise.resolve();
  /** Counts the attempts, so that a late refutation is noticed. */
  #attempt = 0;
  #closed = false;

  /** `outdated` is called if `played`, from an earlier visit, is no longer right. */
  constructor(address: string, listener: Listener, judged: (result: LessonResult, plies: string[]) => void, played: string[][] = [], outdated: () => void = () => undefined, searches = new BrowserSearches()) {
    this.played = played;
    this.#outdated = outdated;
    this.#searches = searches;
    this.#address = address;
    this.#listener = listener;
    this.#judged = judged;
    this.hello();
  }

  close(): void {
    this.#closed = true;
    this.#searches.close();
  }

  /** Forget what was played. */
  restart(): void {
    this.played = [];
    this.#attempt++;
  }

  /** What a wrong submission leads to. Nothing if the attempt is over meanwhile, or if it cannot be searched. */
  async refutation(plies: string[]): Promise<RefutationAnswer | undefined> {
    const attempt = this.#attempt;
    const wanted = () => !this.#closed && attempt === this.#attempt;
    const own = local ? undefined : await this.#search(plies);
    const found = await patiently(async () => (wanted() ? refute(this.#address, plies, own).catch(unlessBusy) : undefined));
    return wanted() ? found : undefined;
  }

  /** What this browser finds after a wrong submission, the best move of each search; nothing where the server is to search. */
  async #search(plies: string[]): Promise<Searched[] | undefined> {
    const { folder, orders } = await refutationOrders(this.#address, plies).catch(() => ({ folder: '', orders: [] }));
    if (this.#closed || !orders[0] || !(await this.#searches.offer(folder, orders[0].game))) return undefined;
    const results = await Promise.all(orders.map((order) => this.#searches.run(order)));
    const found = results.flatMap(({ found }) => (found ? { ...found, moves: found.moves.slice(0, 1) } : []));
    return found.length === orders.length ? found : undefined;
  }

  /** Show moves that follow a wrong submission. */
  follow(updates: Update[]): void {
    this.#news(updates);
  }

  hello(): void {
    const { played } = this;
    this.#greeted = this.#send({ type: 'hello', since: 0 }).then(
      (answers) => {
        if (played === this.played) this.#news(answers);
      },
      () => {
        if (this.played.length) this.#outdated();
      },
    );
  }

  async ask<T extends Question['type']>(question: WithoutNumber<Extract<Question, { type: T }>>): Promise<AnswerOf<T>> {
    const [answer] = await this.#send({ ...question, ask: 0 } as unknown as LessonMessage['message']);
    return answer as AnswerOf<T>;
  }

  async submit(submission: WithoutKey<Submission>): Promise<Ack> {
    if (submission.type !== 'submit') throw new LostError();
    const { played } = this;
    const [ack, ...answers] = await this.#send({ ...submission, key: newKey() });
    if (played !== this.played) throw new LostError();
    setTimeout(() => this.#judge(played, answers, submission.plies)); // like separate messages of a socket
    return ack as Ack;
  }

  /** Let the right submission of the next step be played. */
  async show(): Promise<void> {
    await this.#greeted; // a welcome that comes later would take the move from the board
    const { played } = this;
    this.#judge(played, await this.#send({ type: 'show' }));
  }

  /** Take the judgement of a submission that followed `before`, unless something else was judged meanwhile or the attempt is another. */
  #judge(before: string[][], answers: ServerMessage[], plies?: string[]): void {
    const result = answers.find((answer) => answer.type === 'lesson');
    if (!result || this.#closed || before !== this.played) return;
    const played = plies ?? result.shown ?? [];
    this.played = result.outcome === 'wrong' ? [...before] : [...before, played];
    this.#judged(result, played);
    this.#news(answers.filter((answer) => answer !== result));
  }

  #news(answers: ServerMessage[]): void {
    if (this.#closed) return;
    for (const answer of answers) if (answer.type !== 'pong') this.#listener.news(answer);
  }

  /** Repeat a message until the server can be reached. Throws its refusal. */
  async #send(message: LessonMessage['message']): Promise<ServerMessage[]> {
    try {
      const answers = await patiently(() => this.#post(message));
      if (answers[0]?.type === 'refused') throw new RefusedError(answers[0]);
      return answers;
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (problem.status === 404) this.#listener.missing('missing');
      throw new LostError();
    }
  }

  async #post(message: LessonMessage['message']): Promise<ServerMessage[]> {
    try {
      const answers = await exerciseMessage(this.#address, { played: this.played, message });
      this.#listener.online(true);
      return answers;
    } catch (problem) {
      if (!(problem instanceof Refusal)) this.#listener.online(false);
      throw problem;
    }
  }
}

/** A refusal is final, unless there is too much to search at the moment. */
function unlessBusy(problem: unknown): undefined {
  if (!(problem instanceof Refusal) || problem.code === 'busy') throw problem;
}
