/** The rooms that know no noun, below all features. */
const belowFeatures = ['contract', 'server/platform', 'server/records', 'server/feature']

const people = [...belowFeatures, 'server/company', 'server/mails', 'server/account', 'server/people']

const providerRooms = [...people, 'server/bookings', 'server/confirmations']

/**
 * The rooms of the code (folders with rules for imports), and which rooms each of them may import: only rooms above
 * itself, so there are no cycles. A name covers its subfolders, and in the lists the rooms in them as well; with `/*`
 * each subfolder is a room.
 */
export const rooms: Record<string, string[]> = {
  // React's packages: a page that embeds only a drawing does not load them.
  react: [],
  contract: [],
  'scripts/lib': ['contract'],
  scripts: ['scripts/lib'],
  // Starts the product for tests, benches, attacks and faults.
  testing: ['scripts/lib'],
  // The maps of the guide, as a provider writes them.
  docs: ['server/operator'],

  'server/platform/lib': [],
  'server/platform/config': ['contract', 'server/platform/lib'],
  'server/platform/database': ['contract', 'server/platform/lib', 'server/platform/config'],
  'server/platform/metrics': ['server/platform/lib', 'server/platform/config', 'server/platform/database'],
  'server/platform/limits': ['server/platform/database'],
  'server/platform/typesetting': ['server/platform/lib'],
  'server/platform/operator': ['server/platform/lib', 'server/platform/config', 'server/platform/database'],
  'server/platform/storage': [
    'server/platform/lib',
    'server/platform/config',
    'server/platform/database',
    'server/platform/metrics',
    'server/platform/operator'
  ],
  'server/platform/queue': [
    'server/platform/lib',
    'server/platform/config',
    'server/platform/database',
    'server/platform/metrics',
    'server/platform/operator'
  ],
  'server/platform/mail': ['contract', 'server/platform'],
  'server/platform/personal-data': ['server/platform/database'],
  'server/platform/http': ['contract', 'server/platform'],
  // Writing of rows, one at a time and many at once, with their audit.
  'server/records/rows': ['contract', 'server/platform', 'server/records'],
  'server/records/saving': ['contract', 'server/platform', 'server/records'],
  // Definitions of imports, and the steps of an imported row, in their order.
  'server/records/importing': ['contract', 'server/platform', 'server/records'],
  'server/records/importing/read': ['contract', 'server/platform', 'server/records'],
  'server/records/importing/plan': ['contract', 'server/platform', 'server/records'],
  'server/records/importing/write': ['contract', 'server/platform', 'server/records'],
  'server/records/importing/run': ['contract', 'server/platform', 'server/records'],
  // The interface between a feature and the server.
  'server/feature': ['server/platform', 'server/records'],
  'server/company': belowFeatures,
  'server/mails': [...belowFeatures, 'server/company'],
  'server/account': [...belowFeatures, 'server/company', 'server/mails'],
  // Each behind its door.
  'server/people/field': people,
  'server/people/mail': people,
  'server/people/access': people,
  'server/people/customer': people,
  'server/people/shop-user': people,
  'server/people': people,
  'server/bookings': [...belowFeatures, 'server/mails', 'server/account'],
  'server/confirmations': [...belowFeatures, 'server/company', 'server/account', 'server/bookings'],
  // The provider's own programs and people: HTTP with keys, and above it the commands.
  'server/provider-api': providerRooms,
  'server/operator': [...providerRooms, 'server/provider-api'],
  'server/start-page': belowFeatures,
  'server/runtime-config': belowFeatures,
  'server/demo': [
    ...belowFeatures,
    'server/company',
    'server/account',
    'server/bookings',
    'server/confirmations',
    'server/provider-api',
    'server/operator'
  ],
  server: ['contract', 'server'],
  'server/programs': ['contract', 'server'],

  // Steps of the build beside bundling.
  'elements/build': [],
  // The published types and functions of the elements for code of the page.
  'elements/types': ['contract'],
  'elements/lib': ['contract'],
  'elements/theme': ['elements/lib'],
  'elements/texts': ['contract', 'react', 'elements/lib'],
  'elements/client': ['contract', 'elements/types', 'elements/lib'],
  'elements/context': ['contract', 'react', 'elements/types', 'elements/lib', 'elements/client', 'elements/texts'],
  'elements/parts': [
    'contract',
    'react',
    'elements/lib',
    'elements/theme',
    'elements/texts',
    'elements/client',
    'elements/context'
  ],
  'elements/data': ['contract', 'react', 'elements/lib', 'elements/client', 'elements/context', 'elements/texts'],
  // Compares a backend with the contract, in Node and in a chunk of its own: it calls and reads as the screens do.
  'elements/backend-check': ['contract', 'elements/lib', 'elements/client', 'elements/context', 'elements/data'],
  'elements/jobs': ['contract', 'react', 'elements'],
  'elements/forms': ['contract', 'react', 'elements'],
  'elements/screens/*': ['contract', 'react', 'elements'],
  'elements/shell/routing': ['contract', 'react', 'elements/lib', 'elements/context'],
  // Code that renders before React: the first view loads nothing but this room's code and its imports.
  'elements/shell/first-paint': ['contract', 'react', 'elements'],
  'elements/shell/place': ['contract', 'react', 'elements'],
  'elements/shell/search': ['contract', 'react', 'elements'],
  'elements/shell/menu': ['contract', 'react', 'elements'],
  'elements/shell/login': ['contract', 'react', 'elements'],
  'elements/shell/overview': ['contract', 'react', 'elements'],
  'elements/shell': ['contract', 'react', 'elements'],
  // Code that is loaded only when a page's developer calls check(), and that runs where no other script may be loaded; the
  // check of the backend is another script.
  'elements/tags/check': [
    'contract',
    'elements/types',
    'elements/lib',
    'elements/texts',
    'elements/client',
    'elements/backend-check'
  ],
  // The drawing of <event-layers>, without React.
  'elements/tags/event-model': ['contract', 'elements'],
  'elements/tags': ['contract', 'elements'],
  // Components for the frameworks of pages, in the package only.
  'elements/tags/frameworks': ['react', 'elements/types', 'elements/tags'],

  // The laboratory stands beside the product: it knows what is published, and the fixtures of tests.
  lab: ['react', 'contract', 'scripts/lib', 'testing'],
  host: ['contract'],
  e2e: ['contract', 'scripts/lib', 'testing']
}
