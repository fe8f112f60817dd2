import { isNumberRangeSql, toStreetSql, toWordsSql } from '../../../addresses/address-words.ts'

// Words before a unit. `LOT`, `NO` and single letters are also parts of street names.
const unitWords = ['APT', 'APARTMENT', 'UNIT', 'UNT', 'STE', 'SUITE', 'RM', 'ROOM', 'FL', 'FLOOR', 'BLDG', 'BUILDING']
const unitWordsSql = `('${[...unitWords, 'SPC', 'TRLR'].join("', '")}')`

/** A unit in one spelling: `Apt. 4-B` and `#4B` are `4B`. */
export const toUnitSql = (unit: string) =>
  `replaceRegexpAll(replaceRegexpOne(upperUTF8(${unit}), '^\\\\s*(${unitWords.join('|')})\\\\b', ''), '[^A-Z0-9]', '')`

export const toCitySql = (city: string) => `arrayStringConcat(${toWordsSql(city)}, ' ')`

/**
 * SQL columns of an address line with house number: `building` is number and street in one spelling, without a unit;
 * `written_unit` the unit in the line. In SQL, so that millions of addresses need no turn of JavaScript. Of a number
 * range such as `1616-22 MOCK ST`, `street` has neither number.
 */
export const addressColumnsSql = (line: string) => `
  splitByChar(' ', ${toStreetSql(`replaceAll(${line}, '#', ' UNIT ')`)}) as address_words,
  arrayFirstIndex((word, place) -> place > 2 and word in ${unitWordsSql}, address_words, arrayEnumerate(address_words)) as unit_at,
  ${isNumberRangeSql(line)} as is_range,
  if(unit_at > 0, arraySlice(address_words, 1, unit_at - 1), address_words) as building,
  if(unit_at > 0, ${toUnitSql("arrayStringConcat(arraySlice(address_words, unit_at), ' ')")}, '') as written_unit,
  arraySlice(building, 2, length(building) - if(is_range and unit_at = 0, 2, 1)) as street,
  toUInt32OrZero(extract(address_words[1], '^[0-9]+')) as house_number`

export const hashWordsSql = (words: string) => `cityHash64(arrayStringConcat(${words}, ' '))`
