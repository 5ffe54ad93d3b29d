import { HistoryDialog } from '../compare/HistoryDialog';
import { DoubtsDialog } from '../predict/DoubtsDialog';
import { TooMuchDialog } from '../files/TooMuchDialog';
import { LineLarge } from '../struct/LineLarge';
import { Help } from './Help';
import { Palette } from './Palette';

/** Every dialog of the page; the state says which is open. */
export function Dialogs() {
  return (
    <>
      <Palette />
      <Help />
      <DoubtsDialog />
      <LineLarge />
      <HistoryDialog />
      <TooMuchDialog />
    </>
  );
}
