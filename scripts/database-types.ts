import { writeDatabaseTypes } from './lib/database-types.ts'

// npm run db:types: writes the types of the database, which an editor needs; `npm run check` writes them by itself.

await writeDatabaseTypes()
