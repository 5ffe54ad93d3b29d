import { useEffect } from 'react';
import { followAddress } from './followAddress';
import { useApp } from '../kit/context';
import { browserAddress } from './browserAddress';
import { followFiles } from './reopenFiles';

/** The address says what is in view, and is followed; files whose handles the browser keeps are there again. */
export function useAddress(): void {
  const app = useApp();
  useEffect(() => {
    const stopFiles = followFiles(app);
    const stopAddress = followAddress(app, browserAddress());
    return () => {
      stopAddress();
      stopFiles();
    };
  }, [app]);
}
