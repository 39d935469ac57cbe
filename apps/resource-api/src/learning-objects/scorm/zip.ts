// loaded for the first package, because with its dependencies it is as large as the web framework
export { ZipArchive } from 'archiver';
