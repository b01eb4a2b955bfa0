interface Manifest {
  readonly version: string
  readonly private?: boolean
  readonly workspaces?: readonly string[]
}

/** Checks that each published package has the version of the repository, since both are released together. */
export function checkVersions(readFile: (path: string) => string): string[] {
  const manifestOf = (folder: string) => JSON.parse(readFile(`${folder}package.json`)) as Manifest
  const { version, workspaces = [] } = manifestOf('')
  return workspaces
    .map((workspace) => ({ workspace, ...manifestOf(`${workspace}/`) }))
    .filter((published) => !published.private && published.version !== version)
    .map((published) => `${published.workspace}/package.json has not the version ${version} of package.json`)
}
