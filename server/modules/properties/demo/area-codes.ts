import { demoCounties } from './places.ts'

/** The area codes of the phones of owners in the demo's counties. */
export const demoAreaCodes: readonly string[] = [...new Set(demoCounties.flatMap(({ areaCodes }) => areaCodes))]
