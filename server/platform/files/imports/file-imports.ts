// The public interface of file imports: importers of a kind of file use nothing else of this folder.
export { fileImportKinds, importTopic } from './file-import-kinds.ts'
export {
  countActiveAndFailedImports,
  type FileImportRow,
  findScopedImport,
  listFileImportsByIds,
  listImportFileKeys,
  listImportStates,
  type NamedFile,
  selectImportTimes,
} from './file-imports.queries.ts'
export { listImportsByParams } from './imports-by-params.queries.ts'
export { queueFileImport, receiveFile } from './receive-file.ts'
export {
  borrowNamedFiles,
  type FileImportResult,
  type FileImportTask,
  recoverFileImports,
  runFileImport,
} from './run-file-import.ts'
export {
  cancelImport,
  getScopedImport,
  type ImportList,
  listScopedImports,
  retryImport,
  toFileImport,
  toImportFields,
} from './scoped-imports.ts'
