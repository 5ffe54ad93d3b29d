/** What the first file or link brings, as one script: its chip, the list, the struct with its grid, the inspector. */
export { FileChip } from '../files/FileChip';
export { FileMenu } from '../files/FileMenu';
export { FirstLook } from '../list/FirstLook';
export { Inspector } from '../struct/Inspector';
export { StructPanel } from '../list/StructPanel';
export { StructView } from '../struct/StructView';
