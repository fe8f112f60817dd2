// The front door of imports of files: whoever imports a kind of file needs nothing else of this folder.
export { fileImportKinds, importTopic } from './file-import-kinds.ts'
export { countActiveAndFailed, type FileImportRow } from './file-imports.queries.ts'
export {
  getImport,
  type ImportList,
  importPage,
  presentFileImport,
  presentImport,
  retryImport,
} from './owners-imports.ts'
export { receiveFile } from './receive-file.ts'
export { type FileWork, type Imported, keepFileImports, runFileImport } from './run-file-import.ts'
