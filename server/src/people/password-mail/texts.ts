import { defineTexts } from '../../platform/config/own-texts.ts'
import texts from './texts.json' with { type: 'json' }

export const passwordMailTexts = defineTexts('password-mail', texts)
