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

/** Answers that get better: the latest, null until there is one, and again when the question changes. */
export function useAnswers<T>(
  ask: () => AsyncGenerator<T, void, undefined>,
  key: string,
): { readonly latest: T | null; readonly isLast: boolean } {
  const [answered, setAnswered] = useState<{
    readonly key: string;
    readonly value: T | null;
    readonly isLast: boolean;
  } | null>(null);
  useEffect(() => {
    let current = true;
    const take = async () => {
      let value: T | null = null;
      for await (const each of ask()) {
        if (!current) return;
        value = each;
        setAnswered({ key, value, isLast: false });
      }
      if (current) setAnswered({ key, value, isLast: true });
    };
    void take();
    return () => {
      current = false;
    };
    // The key says all that the question depends on.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  const isCurrent = answered?.key === key;
  return {
    latest: isCurrent ? answered.value : null,
    isLast: isCurrent && answered.isLast,
  };
}
