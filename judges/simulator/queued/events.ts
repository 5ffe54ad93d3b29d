/** What is to happen when, first things first; of the same time in the order in which they were put. */
export interface Events {
  put(atNs: number, what: number): void;
  /** The next one's payload, or -1 where there is none; `now` is its time afterwards. */
  take(): number;
  now(): number;
}

export function createEvents(): Events {
  let times = new Float64Array(1024);
  let order = new Float64Array(1024);
  let payload = new Int32Array(1024);
  let size = 0;
  let puts = 0;
  let now = 0;

  function grow(): void {
    const wider = new Float64Array(times.length * 2);
    wider.set(times);
    const later = new Float64Array(times.length * 2);
    later.set(order);
    const more = new Int32Array(times.length * 2);
    more.set(payload);
    times = wider;
    order = later;
    payload = more;
  }

  function isBefore(time: number, put: number, other: number): boolean {
    const at = times[other] as number;
    return time < at || (time === at && put < (order[other] as number));
  }

  function set(index: number, time: number, put: number, what: number): void {
    times[index] = time;
    order[index] = put;
    payload[index] = what;
  }

  function copy(to: number, from: number): void {
    set(to, times[from] as number, order[from] as number, payload[from] as number);
  }

  return {
    now: () => now,
    put(atNs, what) {
      if (size === times.length) grow();
      const put = puts++;
      let index = size++;
      while (index > 0) {
        const parent = (index - 1) >> 1;
        if (!isBefore(atNs, put, parent)) break;
        copy(index, parent);
        index = parent;
      }
      set(index, atNs, put, what);
    },
    take() {
      if (size === 0) return -1;
      const first = payload[0] as number;
      now = times[0] as number;
      size--;
      const time = times[size] as number;
      const put = order[size] as number;
      const what = payload[size] as number;
      let index = 0;
      for (;;) {
        let child = 2 * index + 1;
        if (child >= size) break;
        if (
          child + 1 < size &&
          isBefore(times[child + 1] as number, order[child + 1] as number, child)
        )
          child++;
        if (isBefore(time, put, child)) break;
        copy(index, child);
        index = child;
      }
      if (size > 0) set(index, time, put, what);
      return first;
    },
  };
}
