import { documentInView, settledInView, type InView } from '../state/inView';
import { useAppState } from './context';

/** The struct in the centre; null where there is none. */
export function useInView(): InView | null {
  return useAppState(documentInView);
}

/** The same without what a held field would do to it: does not change while one is carried. */
export function useSettledView(): InView | null {
  return useAppState(settledInView);
}
