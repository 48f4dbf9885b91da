// One file for the browser: the name of each lazy file weighs on every page.
export { ClientsPage, StudentsPage } from '../features/people/list/people-page.tsx';
export { StatementPage } from '../features/people/statement/statement-page.tsx';
