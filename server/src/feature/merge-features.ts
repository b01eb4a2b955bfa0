import type { Feature } from './feature.ts'

const merged = <Part>(parts: readonly (Readonly<Record<string, Part>> | undefined)[]): Record<string, Part> =>
  Object.fromEntries(parts.flatMap((part) => Object.entries(part ?? {})))

/** Merges features into one. The compiler refuses a member that is left out here. */
export function mergeFeatures(features: readonly Feature[]): Required<Feature> {
  return {
    registerCalls(api, services) {
      for (const { registerCalls } of features) registerCalls?.(api, services)
    },
    plugins: features.flatMap(({ plugins = [] }) => plugins),
    jobs: features.flatMap(({ jobs = [] }) => jobs),
    imports: features.flatMap(({ imports = [] }) => imports),
    personalData: features.flatMap(({ personalData = [] }) => personalData),
    repeated: features.flatMap(({ repeated = [] }) => repeated),
    retention: features.flatMap(({ retention = [] }) => retention),
    metrics: features.flatMap(({ metrics = [] }) => metrics),
    startChecks: merged(features.map(({ startChecks }) => startChecks)),
    startWarnings: merged(features.map(({ startWarnings }) => startWarnings)),
    checks: merged(features.map(({ checks }) => checks)),
    surroundings: merged(features.map(({ surroundings }) => surroundings))
  }
}
