import { defineTexts } from '../../platform/config/own-texts.ts'
import texts from './texts.json' with { type: 'json' }

export const emailChangeMailTexts = defineTexts('email-change-mail', texts)
