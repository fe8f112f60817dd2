import { testScreens } from '../screens.ts'

testScreens(['enterprise'], { part: 2, of: 2 })
