import { apartLlc, noise, pairs } from '../derive/owner-names.ts'

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\')}'`
const anyWhere = ({ source }: RegExp) => quoted(source)

/** One spelling of a name, as `normaliseName` makes it. */
const plain = (name: string) => `arrayStringConcat(arraySort(arrayFilter(
  word -> word not in ('', ${noise.map(quoted).join(', ')}),
  splitByRegexp(${quoted('[^\\p{L}\\p{N}]+')}, replaceRegexpAll(
    replaceRegexpAll(upperUTF8(${name}), ${anyWhere(pairs)}, ' '), ${anyWhere(apartLlc)}, 'LLC')))), ' ')`

/** Whether owners are among the buyers that the deeds of a sale name; null where none is named. */
export const ownsBy = (owners: string, buyers: string) => `if(empty(${owners}) or empty(${buyers}), null,
  has(arrayMap(name -> ${plain('name')}, ${buyers}), ${plain(`arrayStringConcat(${owners}, ' & ')`)}))`
