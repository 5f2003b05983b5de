import { render } from 'preact';
import { App } from './app/app.tsx';
import { returnToDevAccount } from './data/account.ts';
import { followExchange } from './data/exchange.ts';

const root = document.getElementById('console');
if (!root) throw new Error('the page has no element #console');
root.textContent = '';
render(<App />, root);
followExchange();
void returnToDevAccount();
