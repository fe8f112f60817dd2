/** Parts of surnames that stand before them; also those of two words, of which each is in the list. */
export const surnameParticles: ReadonlySet<string> = new Set(
  'VAN VON DER DEN DE DEL DELA DELLA DI DA DO DOS DU LA LE LAS LOS TEN TER ST SAINT SAN SANTA MC MAC EL AL BEN ABU BIN'.split(
    ' ',
  ),
)
const lowerParticles = /\b(Van De[rn]?|Von De[rn]|De L(?:a|as|os)|Von|Dos) (?=\p{Lu})/gu

/** Abbreviations that stay in capitals. */
const capitals = new Set(
  `LLC LLLC PLLC LLP LLLP LP PC PLC NA USA US HOA REIT HUD FSB FBO JV GP IRA II III IV VI VII VIII PO UA UTD DBA RE
  YMCA YWCA VFW AFL CIO BNSF CSX PNC TD BB HSBC SVC SFR NVR DR DDS MD PA NW NE SW SE`.split(/\s+/),
)
/** Small words are lower case inside a company's name, and letters without a vowel are no abbreviation here. */
const smallWords = new Set('OF THE AND FOR IN AT BY ON TO A AN C/O'.split(' '))
const wordsWithoutVowel = new Set(
  `ST MR MRS MS DR JR SR CT LN RD BLVD LTD MGMT MGT PTNR PTNRS TR TRS TRST DEPT BLDG BLDGS DVLP CTR PKWY SGT MT FT PH
  BRD GRP HLDGS NTL NATL SYS SVCS PRTNR PRTNRS LTG CMTY NG HWY BYRD FLYNN LYNN LYNCH GLYNN WYNN SCHMDT PTN
  PT`.split(/\s+/),
)
/** Mac is a prefix in these, and part of the word in Macias, Mack and Macy. */
const macNames =
  /^MAC(?=(?:DONALD|DONNELL|DOUGALL|ARTHUR|AULAY|CALLUM|FARLANE|GREGOR|INNES|INTOSH|INTYRE|KAY|KENZIE|KINNON|LACHLAN|LEAN|LEOD|MAHON|MILLAN|NAMARA|NEIL|NEILL|NICOL|PHERSON|PHEE|QUEEN|RAE|TAVISH)\b)/

const capitalize = (word: string) => word.charAt(0) + word.slice(1).toLowerCase()

/** Mc, Mac, O' and D' keep the capital of what follows; the 's of CHILDREN'S has none. */
function capitalizeSimple(word: string): string {
  if (/^MC[A-Z]{2}/.test(word)) return `Mc${capitalize(word.slice(2))}`
  if (macNames.test(word)) return `Mac${capitalize(word.slice(3))}`
  const apostrophe = /^(\p{L})(['’])(\p{L}{2,})$/u.exec(word)
  return apostrophe ? `${apostrophe[1]}${apostrophe[2]}${capitalize(apostrophe[3] ?? '')}` : capitalize(word)
}

function toTitleWord(word: string, isInside: boolean, isCompany: boolean): string {
  const letters = word.replace(/[^\p{L}\p{N}]/gu, '')
  if (isCompany && isInside && smallWords.has(word)) return word.toLowerCase()
  if (isCompany && capitals.has(letters)) return word
  if (/^(?:II|III|IV)$/.test(letters)) return word
  if (/^\d+(?:ST|ND|RD|TH)$/.test(letters)) return word.toLowerCase()
  if (/\d/.test(word)) return word
  // Initials such as ABC or J&B.
  if (isCompany && letters.length <= 4 && !/[AEIOUY]/.test(letters) && !wordsWithoutVowel.has(letters)) return word
  return word.split('-').map(capitalizeSimple).join('-')
}

/**
 * A name in title case: `MCDONALD` is McDonald, `DE LA CRUZ` de la Cruz, `OAK HILL PROPERTIES LLC` Oak Hill Properties
 * LLC. A name that is not all in capitals is left as its county wrote it.
 */
export function toTitleCase(name: string, { isCompany = false } = {}): string {
  if (/\p{Ll}/u.test(name)) return name
  const words = name.split(' ').map((word, at) => toTitleWord(word, at > 0, isCompany))
  const titled = words.join(' ')
  return isCompany ? titled : titled.replace(lowerParticles, (particles) => particles.toLowerCase())
}
