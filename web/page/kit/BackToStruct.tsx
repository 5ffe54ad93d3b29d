import { leaveProfile } from '../state/profileReducers';
import { useApp, useAppState } from './context';
import controls from './controls.module.css';
import { Icon } from './Icon';

/** The way back to the open struct from what else the centre can show. */
export function BackToStruct() {
  const app = useApp();
  const isOpen = useAppState(({ documents }) => documents.length > 0);
  if (!isOpen) return null;
  return (
    <button type="button" className={controls.button} onClick={() => app.update(leaveProfile)}>
      <Icon name="left" />
      Back to the struct
    </button>
  );
}
