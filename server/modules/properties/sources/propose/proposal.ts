import type {
  SourceDocument,
  SourceFile,
  SourceJoin,
  Use,
  UseList,
} from '@dooryard/contract/data/sources/source-document'
import type { FieldSource } from '@dooryard/contract/data/sources/transforms'

/** The beginning of a table, as files are sampled. */
export type SampledTable = {
  name: string
  header: readonly string[]
  rows: readonly (readonly string[])[]
  /** Null when the file was not read to its end. */
  rowCount: number | null
  geometry: 'POINT' | 'LINE' | 'POLYGON' | null
  file: Omit<SourceFile, 'id'>
}

export type ProposalInput = { id: string; fileName: string; sample: SampledTable }

export type ProposalContext = {
  /** A day, YYYY-MM-DD. */
  today: string
  countyFips: string | null
  name: string
  /** The table that someone chose as the main one; null leaves it to the proposal. */
  main?: string | null
  /** The column with the parcel number, where someone said so. */
  key?: string
}

export type FieldProposal = {
  group: 'key' | 'county' | 'property' | 'sale'
  field: string
  source: FieldSource
  /** From 0 to 1. */
  confidence: number
  /** A sentence that says why the field may be wrong; null when little speaks against it. */
  doubt: string | null
}

export type JoinProposal = {
  join: SourceJoin
  /** The share of rows of the main table that the other has a row for, from 0 to 1. */
  matched: number
  isUnique: boolean
  doubt: string | null
}

export type UsesProposal = {
  column: string
  list: UseList | null
  codes: { code: string; description: string | null; rows: number; use: Use | null }[]
}

/** A column of the use codes or of a join that the files of a source to edit no longer have. */
export type LostColumn = {
  place: 'USES' | 'JOIN'
  /** The table that is joined by it. */
  fileId: string | null
  column: string
  /** Its probable new name, which the document has in its place. */
  renamedTo: string | null
  doubt: string
}

/** What the files of a county seem to say: a document to be checked, and what is unsure about it. */
export type SourceProposal = {
  /** Null when the files are no roll, or when their county has to be chosen. */
  document: SourceDocument | null
  /** A sentence that says why there is no document. */
  refusal: string | null
  /** The id of the table with one row for each property or sale; null for a refusal. */
  main: string | null
  schema: { id: string; name: string } | null
  fields: FieldProposal[]
  joins: JoinProposal[]
  /** The other tables, with the reason in a sentence. */
  unjoined: { fileId: string; doubt: string }[]
  uses: UsesProposal | null
  /** Of a source to edit. */
  lost?: LostColumn[]
  unplaced: { fileId: string; column: string; examples: string[] }[]
}
