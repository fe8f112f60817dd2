/** What belongs together in an archive or a folder: the parts of a shapefile, a geodatabase, or one file. */
export type EntryGroup<Entry> = {
  kind: 'FILE' | 'SHAPEFILE' | 'GEODATABASE'
  /** The path of the file, without ending for a shapefile. */
  name: string
  entries: Entry[]
}

type Named = { fileName: string }

const shapefileEnding = /\.(shp|shx|dbf|prj|cpg|sbn|sbx|qix|qpj)$/i
const documentEnding =
  /\.(pdf|docx?|html?|xml|xsl|md|rtf|jpe?g|png|gif|tiff?|tfw|lyrx?|mxd|aprx|qmd|qml|sld|log|lock)$/i
const readme = /(^|\/)[^/]*(readme|licen[cs]e|metadata|disclaimer|terms|about|copyright)[^/]*\.(txt|json)$/i

/** Groups entries; folders, what systems put beside files, and documents about the data are left out. */
export function groupEntries<Entry extends Named>(entries: readonly Entry[]): EntryGroup<Entry>[] {
  const groups = new Map<string, EntryGroup<Entry>>()
  const shapefiles = nameShapefiles(entries)
  for (const entry of entries) {
    const { fileName } = entry
    if (/\/$|^__MACOSX\/|(^|\/)\.[^/]*$|(^|\/)(Thumbs\.db|desktop\.ini)$/i.test(fileName)) continue
    const group = toGroup(fileName, shapefiles)
    if (!group) continue
    const known = groups.get(group.name)
    if (known) known.entries.push(entry)
    else groups.set(group.name, { ...group, entries: [entry] })
  }
  const all = [...groups.values()]
  const data = all.filter(({ kind, name }) => kind !== 'FILE' || !(documentEnding.test(name) || readme.test(name)))
  return data.length > 0 ? data : all
}

function toGroup(
  fileName: string,
  shapefiles: ReadonlyMap<string, string>,
): Omit<EntryGroup<never>, 'entries'> | undefined {
  const geodatabase = /^(.*?\.gdb)\//i.exec(fileName)?.[1]
  if (geodatabase) return { kind: 'GEODATABASE', name: geodatabase }
  // Some archives hold the files of a geodatabase without its folder.
  if (/\.(gdbtable|gdbtablx|gdbindexes|atx|spx|freelist|horizon)$|^(gdb|timestamps)$/i.test(fileName))
    return { kind: 'GEODATABASE', name: 'data.gdb' }
  if (!shapefileEnding.test(fileName)) return { kind: 'FILE', name: fileName }
  const name = shapefiles.get(toKey(toStem(fileName)))
  return name === undefined ? undefined : { kind: 'SHAPEFILE', name }
}

/** Named as the .shp is spelled, or the .dbf of one without it. */
function nameShapefiles(entries: readonly Named[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const ending of [/\.shp$/i, /\.dbf$/i])
    for (const { fileName } of entries) {
      const stem = toStem(fileName)
      if (ending.test(fileName) && !names.has(toKey(stem))) names.set(toKey(stem), stem)
    }
  return names
}

const toStem = (fileName: string) => fileName.replace(/(\.shp)?\.[^./]*$/i, '')

/** Programs of other systems write the parts of a shapefile in several cases. */
const toKey = (stem: string) => stem.toLowerCase()
