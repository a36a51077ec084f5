# What cpack puts into the .deb and the tarball.
set(CPACK_PACKAGE_NAME isoproof)
set(CPACK_PACKAGE_VENDOR isoproof)
set(CPACK_PACKAGE_CONTACT "isoproof maintainers <maintainers@isoproof.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "isolation levels of SQL transactions: proofs and anomalies")
set(CPACK_PACKAGE_DESCRIPTION
"Reads PostgreSQL code as it is (tables, PL/pgSQL, transaction scripts) and
decides for each isolation level whether every concurrent execution of the
transactions is serializable: with a proof for any number of them, or with an
anomaly that was run. Also finds the weakest level for each transaction, and
changes to the code that make a weaker one safe.")
set(CPACK_STRIP_FILES TRUE)
set(CPACK_VERBATIM_VARIABLES TRUE)
set(CPACK_SOURCE_GENERATOR "")
set(CPACK_GENERATOR TGZ)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

# What packages that use the library depend on, and that its name is to be looked up again.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/packaging/shlibs
  "libisoproof ${PROJECT_VERSION_MAJOR} isoproof (>= ${PROJECT_VERSION})\n")
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/packaging/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/packaging/shlibs
  ${CMAKE_CURRENT_BINARY_DIR}/packaging/triggers)

# Policy: these are there, compressed so that two builds are equal. The date is that of the change, where it is known.
find_package(Git QUIET)
set(changelog_date "Thu, 01 Jan 2026 00:00:00 +0000")
if(Git_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} log -1 --format=%cD WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    OUTPUT_VARIABLE changelog_git OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(changelog_git)
    set(changelog_date ${changelog_git})
  endif()
endif()
configure_file(scripts/packaging/changelog.in packaging/changelog.Debian @ONLY)
configure_file(CHANGELOG.md packaging/changelog COPYONLY)
foreach(text IN ITEMS changelog changelog.Debian)
  execute_process(COMMAND ${GZIP} -9nf packaging/${text} WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
    COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/packaging/${text}.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
endforeach()
install(FILES scripts/packaging/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
include(CPack)
