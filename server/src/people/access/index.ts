import type { Feature } from '../../feature/feature.ts'
import { adminMail } from './admin-mail.ts'

/** A change of right, user name or password, and its consequences. */
export const accessPart: Feature = {
  jobs: [adminMail]
}

export { accessLoss } from './access-loss.repository.ts'
export { tellAdmins } from './admin-mail.ts'
export {
  applyActive,
  applyConsequences,
  applyLoginChange,
  applyMove,
  type ChangedLogin,
  firstConsequences,
  isSameUserName,
  keepFirstPassword,
  type LoginChange,
  loginConsequences,
  unchangedLogin,
  needsFreshLogin,
  noteLoginChange,
  type ShopUserState
} from './login-change.ts'
export { findAdmin, findPasswordHash, readRights } from './shop-user.repository.ts'
