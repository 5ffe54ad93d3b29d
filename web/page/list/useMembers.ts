import { useEffect, useState } from 'react';
import type { Catalog } from '../state/catalog';
import type { MemberQuery } from './memberQuery';
import { findMembers, type MemberHit } from './members';
import { useApp } from '../kit/context';

export interface FoundMembers {
  readonly hits: readonly MemberHit[];
  /** Every file is read. */
  readonly isAll: boolean;
}

const NONE: FoundMembers = { hits: [], isAll: false };

/** The members that a query asks for, as far as the files are read; null where it asks for none. */
export function useMembers(catalog: Catalog, query: MemberQuery | null): FoundMembers | null {
  const app = useApp();
  const [found, setFound] = useState<{ readonly of: MemberQuery; readonly found: FoundMembers }>();
  useEffect(() => {
    if (query === null) return undefined;
    let isOver = false;
    void findMembers(app, catalog, query, {
      onHits: (hits, isAll) => {
        if (!isOver) setFound({ of: query, found: { hits, isAll } });
      },
      isOver: () => isOver,
    });
    return () => {
      isOver = true;
    };
  }, [app, catalog, query]);
  if (query === null) return null;
  return found?.of === query ? found.found : NONE;
}
