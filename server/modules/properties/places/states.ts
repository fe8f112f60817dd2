/** States and their postal equivalents: code → FIPS prefix and name. */
const stateByCode: Record<string, readonly [fips: string, name: string]> = {
  AL: ['01', 'Alabama'],
  AK: ['02', 'Alaska'],
  AZ: ['04', 'Arizona'],
  AR: ['05', 'Arkansas'],
  CA: ['06', 'California'],
  CO: ['08', 'Colorado'],
  CT: ['09', 'Connecticut'],
  DE: ['10', 'Delaware'],
  DC: ['11', 'District of Columbia'],
  FL: ['12', 'Florida'],
  GA: ['13', 'Georgia'],
  HI: ['15', 'Hawaii'],
  ID: ['16', 'Idaho'],
  IL: ['17', 'Illinois'],
  IN: ['18', 'Indiana'],
  IA: ['19', 'Iowa'],
  KS: ['20', 'Kansas'],
  KY: ['21', 'Kentucky'],
  LA: ['22', 'Louisiana'],
  ME: ['23', 'Maine'],
  MD: ['24', 'Maryland'],
  MA: ['25', 'Massachusetts'],
  MI: ['26', 'Michigan'],
  MN: ['27', 'Minnesota'],
  MS: ['28', 'Mississippi'],
  MO: ['29', 'Missouri'],
  MT: ['30', 'Montana'],
  NE: ['31', 'Nebraska'],
  NV: ['32', 'Nevada'],
  NH: ['33', 'New Hampshire'],
  NJ: ['34', 'New Jersey'],
  NM: ['35', 'New Mexico'],
  NY: ['36', 'New York'],
  NC: ['37', 'North Carolina'],
  ND: ['38', 'North Dakota'],
  OH: ['39', 'Ohio'],
  OK: ['40', 'Oklahoma'],
  OR: ['41', 'Oregon'],
  PA: ['42', 'Pennsylvania'],
  RI: ['44', 'Rhode Island'],
  SC: ['45', 'South Carolina'],
  SD: ['46', 'South Dakota'],
  TN: ['47', 'Tennessee'],
  TX: ['48', 'Texas'],
  UT: ['49', 'Utah'],
  VT: ['50', 'Vermont'],
  VA: ['51', 'Virginia'],
  WA: ['53', 'Washington'],
  WV: ['54', 'West Virginia'],
  WI: ['55', 'Wisconsin'],
  WY: ['56', 'Wyoming'],
  AS: ['60', 'American Samoa'],
  GU: ['66', 'Guam'],
  MP: ['69', 'Northern Mariana Islands'],
  PR: ['72', 'Puerto Rico'],
  VI: ['78', 'Virgin Islands'],
}

// Military mail uses these; no property is located there.
const militaryStates = new Set(['AA', 'AE', 'AP'])

// The provinces and territories of Canada, none of which has the code of a state; PQ and NF are former codes.
const provinceByCode = new Map(
  ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'].map((code) => [code, code]),
)
  .set('PQ', 'QC')
  .set('NF', 'NL')

/** The code of a Canadian province or territory, which owners abroad have in place of a state. */
export const findProvince = (code: string): string | undefined => provinceByCode.get(code)

export const isState = (code: string) => Object.hasOwn(stateByCode, code)
const codeByText = new Map(
  Object.entries(stateByCode).flatMap(([code, [, name]]) => [
    [code, code] as const,
    [name.toUpperCase(), code] as const,
  ]),
)
/** The code of a state that is given by its code or its name, in any letter case. */
export const findStateCode = (text: string): string | undefined => codeByText.get(text.toUpperCase())
export const isMailingState = (code: string) => isState(code) || militaryStates.has(code)
export const stateCodes: readonly string[] = Object.keys(stateByCode)
export const getStateFips = (code: string) => stateByCode[code]?.[0] ?? ''
export const getStateName = (code: string) => stateByCode[code]?.[1] ?? code

const codeByFips = new Map(Object.entries(stateByCode).map(([code, [fips]]) => [fips, code]))

export const getCountyState = (countyFips: string) => codeByFips.get(countyFips.slice(0, 2)) ?? ''
