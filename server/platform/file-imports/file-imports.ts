// The front door of imports of files: whoever imports a kind of file needs nothing else of this folder.
export { fileImportJob } from './import-queue.ts'
export { keepFileImports } from './keep-file-imports.ts'
export { importPage, retryImport } from './owners-imports.ts'
export { receiveFile } from './receive-file.ts'
export { type FileWork, type Imported, runFileImport } from './run-file-import.ts'
