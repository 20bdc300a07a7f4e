import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';

mount(App, { target: document.getElementById('app')! });

if (document.querySelector('meta[name="tablier-host"]')) void import('./lib/local/offline').then(({ keepOffline }) => keepOffline());
