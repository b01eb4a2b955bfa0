/** Meanings and remedies of the references in warnings; the build makes REFERENCES.md of the package from this table. */
export const references = {
  'CC-ANSWERS':
    'The backend sends a state, or a constant of a field list (`constName`), that the elements do not know. They show a state as it stands, and leave out a field. Correct a typing error, or load elements of a release that knows the value. A constant of the backend’s own does no harm.',
  'CC-ANTI-FORGERY':
    'A POST is refused as a forgery, or is not allowed. On the API’s own origin the page must be able to read the cookie `XSRF-TOKEN`, and proxies must pass on the header `X-XSRF-TOKEN`; elsewhere they must pass on `Origin` and `CONTENT-VERSION`, and the API must allow POST, PUT and the header `Content-Type`.',
  'CC-API-URL': 'The configuration has no `apiUrl`. Add it: the base address of the API, such as `/api`.',
  'CC-BACKEND':
    'The answer to a call of the person’s screens has something that the elements cannot use. The line names the call, the member, what came, what the elements show instead and what to change. The command `npx customer-center-check` says the same without a page; `BACKEND.md` has all kinds of findings.',
  'CC-BROWSER':
    'The browser is older than the lowest version that the elements run in. The person sees a sentence about it, below the page’s own content of the element.',
  'CC-BUILT-INS':
    'A script of the page replaces functions of the browser, with which the elements may not work. Update or remove the library that does.',
  'CC-CODE':
    'A script of the elements could not be loaded or run. Serve all files of one build, let the page’s policy and its `integrity` values allow them, and see the browser’s own line above it.',
  'CC-CONFIGURATION':
    'The runtime configuration could not be read: nothing is at its address, it is not JSON, or another origin does not allow this page. Set `config-url`; the server has its own at `/elements/assets/config.prod.json`.',
  'CC-CORS':
    'The page may not read answers of the API. Add the page’s origin to `CORS_ORIGINS` of the server, or have another backend send `Access-Control-Allow-Origin` with it. A program that is no API does not do so either: see to `apiUrl`.',
  'CC-CORS-HEADER':
    'The API does not allow a header that the elements send with each call. Name all of them in `Access-Control-Allow-Headers`, in the answer to OPTIONS.',
  'CC-CREDENTIALS':
    'Calls carry no cookies, so that each reload asks for the login. Send `Access-Control-Allow-Credentials: true`, serve the API over https, or set `session-token` or `fetchToken`.',
  'CC-CSP-BLOB':
    'The page’s policy forbids `blob:` pages, in which documents open. Add `blob:` to the named directives.',
  'CC-CSP-CONNECT': 'The page’s policy forbids requests to an origin. Add it to `connect-src`.',
  'CC-CSP-IMG':
    'An image of the configuration cannot be shown: the page’s policy forbids it (`img-src`), or nothing is at its address.',
  'CC-CSP-SCRIPT':
    'A script of the elements may not be loaded. Add their origin to `script-src`, or bring the hashes of the page up to date.',
  'CC-DRAWING':
    'The drawing of an event model is shown without parts that are not allowed in it. Draw it without these, or export it as plain SVG.',
  'CC-FEATURE':
    'The configuration announces a feature, and the backend does not answer its calls. The elements hide it. Remove it from `features`, or answer the calls.',
  'CC-LOADED-TWICE': 'The page loads `customer-center.js` twice. The first one counts; remove the other.',
  'CC-MIXED-CONTENT':
    'A page over https asks for something over plain http, which browsers forbid. Give all addresses (`config-url`, `texts-url`, `apiUrl`) with https.',
  'CC-MODULE': 'The page loads `customer-center.js` as a classic script. Add `type="module"` to its tag.',
  'CC-NO-BACKEND':
    'Nothing answers at `apiUrl`, as far as the page can see. Start the backend, or correct `apiUrl`. If it runs, it has to allow the page’s origin.',
  'CC-OLD-CONFIGURATION':
    'A cache between the browser and the server keeps an old copy of the configuration. Empty it, and have it ask the server each time (`Cache-Control: no-cache`).',
  'CC-OTHER-PROGRAM':
    'Something answers at `apiUrl` that is not the API: a page, another program, or a proxy that answers all addresses alike. Correct `apiUrl`, or the rule of the proxy.',
  'CC-POP-UPS':
    'A frame around the page has a sandbox in which documents cannot open in tabs. Add the named permissions to its `sandbox`.',
  'CC-SESSION':
    'Nobody can find out who is logged in: `fetchToken` of the page has failed, or the API has. The person can try again.',
  'CC-STORAGE':
    'The page may not use cookies and storage, so that each reload asks for the login. Allow site data, or add `allow-same-origin` to the frame’s `sandbox`.',
  'CC-TEXTS':
    'The texts could not be read. Set `texts-url` to the folder with the files `text.at.json`, `text.de.json` and `text.ch.json`, such as `/elements/assets/` of the server.',
  'CC-UNUSED-SETTING':
    'A key, name or value of the configuration, of `config` or of `texts` is used by no element, often for a typing error. Correct or remove it.',
  'CC-VERSION':
    'The elements and the API speak different versions. Load the elements of the server’s release, or correct `apiVersion`.'
} as const satisfies Record<`CC-${string}`, string>

export type Reference = keyof typeof references
