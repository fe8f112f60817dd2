import { expect, test } from 'vitest'
import { toTitleCase } from './name-case.ts'
import { parseOwnerPeople } from './person-names.ts'

/** `First|Middle|Last|Suffix` of each person, and the company. */
const parse = (...names: string[]) => {
  const { people, company } = parseOwnerPeople(names)
  return [...people.map(({ first, middle, last, suffix }) => [first, middle, last, suffix].join('|')), company ?? []]
    .flat()
    .join(' + ')
}

test.each([
  ['TESTWELL AVERY', 'AVERY||TESTWELL|'],
  ['SMITH JOHN A', 'JOHN|A|SMITH|'],
  ['SMITH, JOHN A JR', 'JOHN|A|SMITH|JR'],
  ['SMITH JOHN A, III', 'JOHN|A|SMITH|III'],
  ['JOHN SMITH', 'JOHN||SMITH|'],
  ['JOHN A SMITH', 'JOHN|A|SMITH|'],
  ['SMITH J SCOTT', 'J|SCOTT|SMITH|'],
  ['VAN DYKE MARY', 'MARY||VAN DYKE|'],
  ['DE LA CRUZ MARIA E', 'MARIA|E|DE LA CRUZ|'],
  ['MARIA DE LA CRUZ', 'MARIA||DE LA CRUZ|'],
  ['SMITH MARY A TR', 'MARY|A|SMITH|'],
  ['SAMPLE, ALICE M LE', 'ALICE|M|SAMPLE|'],
  ['CHER', '||CHER|'],
  ['SAMPLEWELL/AVERY G', 'AVERY|G|SAMPLEWELL|'],
  ['TESTWELL/BLAIR J/JR', 'BLAIR|J|TESTWELL|JR'],
  ['TESTWELL JR/BLAIR J', 'BLAIR|J|TESTWELL|JR'],
  ['EXAMPLE/CASEY/&', 'CASEY||EXAMPLE|'],
  ['EXAMPLE/CASEY/AND', 'CASEY||EXAMPLE|'],
  ['EXAMPLE/CASEY M/ET AL', 'CASEY|M|EXAMPLE|'],
  ['EXAMPLE/CASEY M/RLT', 'CASEY|M|EXAMPLE|'],
  ['VAN SAMPLE/AVERY', 'AVERY||VAN SAMPLE|'],
  ['SMITH/JONES', '||SMITH/JONES|'],
  ['SMITH/JONES MARY', 'MARY||SMITH/JONES|'],
  ['SMITH/LEE', 'LEE||SMITH|'],
  ['SMITH JOHN H/W', 'JOHN||SMITH|'],
  ['SMITH JOHN A T/C', 'JOHN|A|SMITH|'],
])('the owner %s is split', (name, split) => expect(parse(name)).toBe(split))

test.each([
  ['SMITH JOHN A & MARY B', 'JOHN|A|SMITH| + MARY|B|SMITH|'],
  ['SMITH JOHN A & MARY B ET AL', 'JOHN|A|SMITH| + MARY|B|SMITH|'],
  ['SMITH, JOHN & JONES, MARY', 'JOHN||SMITH| + MARY||JONES|'],
  ['SMITH, JOHN & CASEY EXAMPLE', 'JOHN||SMITH| + CASEY|EXAMPLE|SMITH|'],
  ['SAMPLETON CHRIS & MOCKFORD LEE', 'CHRIS||SAMPLETON| + LEE||MOCKFORD|'],
  ['SMITH/JOHN A & MARY B/ET AL', 'JOHN|A|SMITH| + MARY|B|SMITH|'],
  ['SMITH/JOHN A/& MARY B', 'JOHN|A|SMITH| + MARY|B|SMITH|'],
  ['SMITH/JOHN & JONES/MARY', 'JOHN||SMITH| + MARY||JONES|'],
  ['SMITH/JOHN & MARY H/W', 'JOHN||SMITH| + MARY||SMITH|'],
  ['JOHN & MARY SMITH', 'JOHN||SMITH| + MARY||SMITH|'],
  ['JOHN A AND MARY B SMITH', 'JOHN|A|SMITH| + MARY|B|SMITH|'],
])('both owners of %s have their surname', (name, split) => expect(parse(name)).toBe(split))

test('a company, a trust and an estate are no people, and a person beside one stays', () => {
  expect(parse('MCDONALD FAMILY TRUST')).toBe('MCDONALD FAMILY TRUST')
  expect(parse('SMITH JOHN ESTATE OF')).toBe('SMITH JOHN ESTATE OF')
  expect(parse('123 MAIN ST LLC', 'SMITH JOHN')).toBe('JOHN||SMITH| + 123 MAIN ST LLC')
  expect(parse('A/B HOLDINGS LLC', 'SMITH JOHN 1/2 INT')).toBe('A/B HOLDINGS LLC')
  expect(parse('SAMPLE/AVERY/TRUST')).toBe('SAMPLE/AVERY/TRUST')
  expect(parse()).toBe('')
  expect(parse('ETAL', ' & ')).toBe('ETAL')
})

test.each([
  ['MCDONALD', 'McDonald'],
  ["O'BRIEN", "O'Brien"],
  ['MACARTHUR', 'MacArthur'],
  ['MACIAS', 'Macias'],
  ['DE LA CRUZ', 'de la Cruz'],
  ['VAN DER BERG', 'van der Berg'],
  ['VAN DYKE', 'Van Dyke'],
  ['SMITH-JONES', 'Smith-Jones'],
  ['JOHN III', 'John III'],
  ['MÜLLER', 'Müller'],
  ['deSilva', 'deSilva'],
])('the name %s becomes %s', (name, titled) => expect(toTitleCase(name)).toBe(titled))

test.each([
  ['OAK HILL PROPERTIES LLC', 'Oak Hill Properties LLC'],
  ['BANK OF THE OZARKS NA', 'Bank of the Ozarks NA'],
  ['JKL HOLDINGS INC', 'JKL Holdings Inc'],
  ["CHILDREN'S HOME", "Children's Home"],
  ['1ST AVE LTD', '1st Ave Ltd'],
])('the company %s becomes %s', (name, titled) => expect(toTitleCase(name, { isCompany: true })).toBe(titled))
