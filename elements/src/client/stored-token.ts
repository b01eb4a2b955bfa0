import type { RuntimeConfig } from '@customer-center/contract/runtime-config'

/** Section 4: development stores its session under these names, with the suffix `Dev` for the development URL. */
function storageKeys(config: RuntimeConfig, api: string) {
  const suffix = config.apiUrlDev !== '' && api === config.apiUrlDev.replace(/\/+$/, '') ? 'Dev' : ''
  return { url: `lastApiUrl${suffix}`, version: `lastApiVersion${suffix}`, token: `lastAuthToken${suffix}` }
}

/** The token of the last session with this API, if that had the same version. */
export function storedToken(config: RuntimeConfig, api: string): string | null {
  const { url, version, token } = storageKeys(config, api)
  try {
    const matches = localStorage.getItem(url) === api && localStorage.getItem(version) === config.apiVersion
    return matches ? localStorage.getItem(token) : null
  } catch {
    return null
  }
}

/** Returns a function that stores the token. Where a browser forbids storage, a reload asks for the login again. */
export function tokenStorage(config: RuntimeConfig, api: string): (token: string | null) => void {
  const { url, version, token } = storageKeys(config, api)
  return (value) => {
    try {
      localStorage.setItem(url, api)
      localStorage.setItem(version, config.apiVersion)
      if (value === null) localStorage.removeItem(token)
      else localStorage.setItem(token, value)
    } catch {
      return
    }
  }
}
