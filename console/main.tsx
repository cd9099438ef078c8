import { render } from 'preact';
import { App } from './app.js';
import './style/tokens.css';
import './style/base.css';
import './style/shell.css';
import './style/parts.css';
import './style/compare.css';
import './style/pages.css';
import './style/labels.css';
import './style/clusters.css';
import './style/overview.css';
import './style/scan.css';
import './style/documents.css';
import './style/collections.css';
import './style/operation.css';

render(<App />, document.getElementById('console') as HTMLElement);
