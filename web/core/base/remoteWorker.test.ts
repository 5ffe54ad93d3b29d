import * as Comlink from 'comlink';
import { expect, test } from 'vitest';
import { remoteWorker } from './remoteWorker';
import { fail, ok } from './result';

interface Api {
  double(value: number): number;
  refuse(): void;
  never(): Promise<void>;
}

const API: Api = {
  double: (value) => 2 * value,
  refuse() {
    throw new Error('no such struct');
  },
  never: () => new Promise(() => undefined),
};

/** A worker as the page sees one: an end of a channel that can be terminated, and that says when it broke. */
function started() {
  const { port1, port2 } = new MessageChannel();
  Comlink.expose(API, port2);
  const terminated: boolean[] = [];
  const worker = Object.assign(port1, {
    terminate() {
      terminated.push(true);
      port2.close();
    },
  });
  port1.start();
  return {
    worker: worker as unknown as Worker,
    terminated,
    breaks: (message: string) =>
      port1.dispatchEvent(Object.assign(new Event('error'), { message })),
  };
}

test('it answers, and an exception is an answer after which it answers again', async () => {
  const { worker } = started();
  const remote = remoteWorker<Api>(() => Promise.resolve(worker));
  expect(await remote.ask((api) => api.double(21))).toEqual(ok(42));
  expect(await remote.ask((api) => api.refuse())).toEqual(
    fail({ kind: 'threw', detail: 'no such struct' }),
  );
  expect(await remote.ask((api) => api.double(2))).toEqual(ok(4));
  remote.end();
});

test('nothing is asked before it is prepared', async () => {
  const { worker } = started();
  const order: string[] = [];
  const remote = remoteWorker<Api>(
    () => Promise.resolve(worker),
    async (api) => {
      await api.double(1);
      order.push('prepared');
    },
  );
  await remote.ask((api) => {
    order.push('asked');
    return api.double(1);
  });
  expect(order).toEqual(['prepared', 'asked']);
  remote.end();
});

test('a worker that dies settles what waits for it and what comes after', async () => {
  const { worker, terminated, breaks } = started();
  const remote = remoteWorker<Api>(() => Promise.resolve(worker));
  await remote.ready;
  const waiting = remote.ask((api) => api.never());
  breaks('memory access out of bounds');
  const broke = fail({ kind: 'broke', detail: 'memory access out of bounds' });
  expect(await waiting).toEqual(broke);
  expect(await remote.ask((api) => api.double(1))).toEqual(broke);
  expect(terminated).toEqual([true]);
});

test('one that dies while it is prepared is one that never starts', async () => {
  const { worker, breaks } = started();
  const remote = remoteWorker<Api>(
    () => Promise.resolve(worker),
    (api) => api.never(),
  );
  const waiting = remote.ask((api) => api.double(1));
  await new Promise((resolve) => setTimeout(resolve));
  breaks('');
  const detail = 'its worker could not be started';
  expect(await waiting).toEqual(fail({ kind: 'broke', detail }));
  await remote.ready;
});

test('a script that does not come is said', async () => {
  const remote = remoteWorker<Api>(() => Promise.reject(new Error('404')));
  expect(await remote.ask((api) => api.double(1))).toEqual(
    fail({ kind: 'unstarted', detail: '404' }),
  );
});

test('whoever ends it is answered that it ended, also before it has started', async () => {
  const { worker, terminated } = started();
  const remote = remoteWorker<Api>(() => Promise.resolve(worker));
  const waiting = remote.ask((api) => api.never());
  remote.end();
  expect(await waiting).toEqual(fail({ kind: 'ended' }));
  await expect.poll(() => terminated).toEqual([true]);
});
