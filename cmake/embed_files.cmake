# embed_files(target PREFIX folders files...): the files as text in the target, as PREFIX_count,
# PREFIX_names[], PREFIX_texts[], with names relative to the first of the folders that contains
# them. Rebuilt when a file changes.
set(EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed.cmake)
function(embed_files target prefix folders)
  set(paths "")
  foreach(file ${ARGN})
    foreach(root ${folders})
      if(EXISTS ${root}/${file})
        list(APPEND paths ${root}/${file})
        break()
      endif()
    endforeach()
  endforeach()
  list(JOIN folders " " roots)
  list(JOIN ARGN " " names)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}_${prefix}s.c)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DROOTS=${roots}" -DOUTPUT=${output} -DPREFIX=${prefix} "-DFILES=${names}" -P ${EMBED_SCRIPT}
    DEPENDS ${paths} ${EMBED_SCRIPT} VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
