import type { RuntimeConfig } from '@customer-center/contract/runtime-config'

/** Section 4: development keeps its session under these names, with `Dev` behind them for the development URL. */
function keys(config: RuntimeConfig, api: string) {
  const suffix = config.apiUrlDev !== '' && api === config.apiUrlDev.replace(/\/+$/, '') ? 'Dev' : ''
  return { url: `lastApiUrl${suffix}`, version: `lastApiVersion${suffix}`, token: `lastAuthToken${suffix}` }
}

/** The token of the last session with this API, if it was one of the same version. */
export function storedToken(config: RuntimeConfig, api: string): string | null {
  const { url, version, token } = keys(config, api)
  try {
    const fits = localStorage.getItem(url) === api && localStorage.getItem(version) === config.apiVersion
    return fits ? localStorage.getItem(token) : null
  } catch {
    return null
  }
}

/** Where a browser forbids its storage, a reload asks for the login again. */
export function storeToken(config: RuntimeConfig, api: string): (token: string | null) => void {
  const { url, version, token } = keys(config, api)
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
