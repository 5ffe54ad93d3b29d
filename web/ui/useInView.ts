import { documentInView, type InView } from '../app/inView';
import { useAppState } from './context';

/** The struct in the centre; null where there is none. */
export function useInView(): InView | null {
  return useAppState(documentInView);
}
