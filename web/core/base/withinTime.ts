/** Rejects where a promise says nothing for so long: what the browser never answers must not hold up what waits. */
export function withinTime<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} did not answer.`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
