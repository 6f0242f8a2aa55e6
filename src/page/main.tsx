import { render } from 'preact';
import { App } from './app.js';
import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/ask.css';
import './styles/run.css';
import './styles/answer.css';
import './styles/film.css';
import './styles/run-list.css';

const root = document.getElementById('app');
if (root !== null) render(<App />, root);
