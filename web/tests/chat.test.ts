import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// The preferences module reads the browser when it is imported.
vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en' }));

import { TableModel } from '../src/lib/table/model.svelte';
import { view } from './messages';
import { fakeBrowser, socket } from './socket';

const turn = () => new Promise((resolve) => setTimeout(resolve));
const lines = () => socket().sent.filter((message) => message['type'] === 'chat') as { key: string; seat: number; text: string }[];

let model: TableModel;

/** A new page at the table, in the same tab. */
function visit(): void {
  model = new TableModel('t');
  socket().open();
}

async function welcome(): Promise<void> {
  socket().hear({ type: 'welcome', table: { stage: '/stage' }, you: [1], seq: 0, view: view(), log: [] });
  await turn();
}

function write(text: string): void {
  model.chat.draft = text;
  model.chat.send();
}

beforeEach(() => {
  fakeBrowser();
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve({}) }));
  visit();
});

afterEach(() => {
  model.close();
  vi.unstubAllGlobals();
});

describe('a line of chat', () => {
  it('is shown as unsent until the server has it', async () => {
    await welcome();
    write('hello');
    expect([model.chat.draft, model.chat.unsent.map(({ text }) => text)]).toEqual(['', ['hello']]);
    socket().hear({ type: 'ack', key: lines()[0]!.key, seq: 1 });
    await turn();
    expect(model.chat.unsent).toEqual([]);
  });

  it('that was written while disconnected is sent after a reload, once', async () => {
    await welcome();
    write('hello');
    const [first] = lines();
    model.close();
    visit();
    expect(model.chat.unsent).toHaveLength(1);
    await welcome();
    expect(lines()).toEqual([first]);
    socket().hear({ type: 'ack', key: first!.key, seq: 1 });
    await turn();
    model.close();
    visit();
    await welcome();
    expect([lines(), model.chat.unsent]).toEqual([[], []]);
  });

  it('that is refused can be mended', async () => {
    await welcome();
    write('hello');
    socket().hear({ type: 'refused', code: 'malformed', say: { k: 'refused-chat' }, key: lines()[0]!.key });
    await turn();
    expect([model.chat.draft, model.chat.refused, model.chat.unsent]).toEqual(['hello', { k: 'refused-chat' }, []]);
  });

  it('that says nothing is not sent', async () => {
    await welcome();
    write('  ');
    expect(lines()).toEqual([]);
  });
});
