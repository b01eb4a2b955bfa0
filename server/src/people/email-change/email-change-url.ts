import type { Config } from '../../platform/config/config.ts'
import { publicBase } from '../../platform/config/public-url.ts'

/** The address of the page on which an address is confirmed, or its change is stopped. */
export function emailChangeUrl(config: Pick<Config, 'publicUrl'>, token: string): string {
  return `${publicBase(config)}/e-mail/${token}`
}
