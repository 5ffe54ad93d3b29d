import { useEffect, useState } from 'react';

/** An answer that takes a while: null until it is there, and again when the question changes. */
export function useAnswer<T>(ask: () => Promise<T>, key: string): T | null {
  const [answered, setAnswered] = useState<{ readonly key: string; readonly value: T } | null>(
    null,
  );
  useEffect(() => {
    let current = true;
    void ask().then((value) => {
      if (current) setAnswered({ key, value });
    });
    return () => {
      current = false;
    };
    // The key says all that the question depends on.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  return answered?.key === key ? answered.value : null;
}
