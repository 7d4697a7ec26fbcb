# embed_files(target PREFIX folder files...): the files as text inside the target, as PREFIX_count, PREFIX_names[],
# PREFIX_texts[], with names relative to `folder`. Rebuilt when a file changes.
set(EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed.cmake)
function(embed_files target prefix folder)
  list(TRANSFORM ARGN PREPEND ${folder}/ OUTPUT_VARIABLE paths)
  list(JOIN ARGN " " names)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${prefix}s.c)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DROOT=${folder} -DOUTPUT=${output} -DPREFIX=${prefix} "-DFILES=${names}" -P ${EMBED_SCRIPT}
    DEPENDS ${paths} ${EMBED_SCRIPT} VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
