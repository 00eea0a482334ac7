import { start } from '../../console/src/start'
import '../../console/src/styles/search.css'
import './styles/frame.css'
import './styles/screens.css'
import './styles/lists.css'
import { router } from './routes'

start(router)
