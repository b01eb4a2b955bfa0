import { makeDemoTemplate } from '../../testing/demo-template.ts'

/** Makes the demo once for all products of a run. */
export default makeDemoTemplate
