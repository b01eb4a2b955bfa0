// A chunk of its own, beside that of the app: docs/decisions/0110-linked-lists-before-react-dom.md.
export { createRoot, hydrateRoot } from 'react-dom/client'
