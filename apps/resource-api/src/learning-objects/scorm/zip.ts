// loaded by the first package: with its dependencies it is as large as the web framework
export { ZipArchive } from 'archiver';
