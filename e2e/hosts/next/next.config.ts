import type { NextConfig } from 'next'

// The folder is in another project, whose lock file Next would take for this app's.
export default { turbopack: { root: import.meta.dirname } } satisfies NextConfig
