import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { start } from './page/start';

const root = document.getElementById('root');
if (!root) throw new Error('bug: the page has no #root');
createRoot(root).render(<StrictMode>{start()}</StrictMode>);
